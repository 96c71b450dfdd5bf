import java.io.IOException;
import java.util.Collections;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.security.ConstraintMapping;
import org.eclipse.jetty.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.DigestAuthenticator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.security.Constraint;
import org.eclipse.jetty.util.security.Credential;

/** Jetty with Digest; arguments: port, nonce age in ms, user, password. It ends when standard input is closed. */
public class JettyServer {
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[0]));
    server.addConnector(connector);

    UserStore users = new UserStore();
    users.addUser(args[2], Credential.getCredential(args[3]), new String[] {"user"});
    HashLoginService login = new HashLoginService("MMS Public API");
    login.setUserStore(users);

    DigestAuthenticator digest = new DigestAuthenticator();
    digest.setMaxNonceAge(Long.parseLong(args[1]));

    Constraint constraint = new Constraint(Constraint.__DIGEST_AUTH, "user");
    constraint.setAuthenticate(true);
    ConstraintMapping mapping = new ConstraintMapping();
    mapping.setPathSpec("/*");
    mapping.setConstraint(constraint);

    ConstraintSecurityHandler security = new ConstraintSecurityHandler();
    security.setAuthenticator(digest);
    security.setLoginService(login);
    security.setConstraintMappings(Collections.singletonList(mapping));
    security.setHandler(new AbstractHandler() {
      @Override
      public void handle(String path, Request base, HttpServletRequest request, HttpServletResponse response)
          throws IOException {
        byte[] piece = new byte[65536];
        long size = 0;
        for (int got; (got = request.getInputStream().read(piece)) >= 0; ) size += got;
        String query = request.getQueryString();
        String target = request.getRequestURI() + (query == null ? "" : "?" + query);
        response.setContentType("application/json");
        response.getWriter().write("{\"method\":\"" + request.getMethod() + "\",\"target\":\"" + target
            + "\",\"bytes\":" + size + "}");
        base.setHandled(true);
      }
    });
    server.setHandler(security);
    server.start();
    System.out.println(Server.getVersion() + " " + connector.getLocalPort());
    while (System.in.read() >= 0) {
      // Until the parent process ends.
    }
    System.exit(0);
  }
}
