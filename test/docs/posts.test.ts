import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { parse } from "yaml";
import { repository } from "../support/repository";
import { run } from "../support/run";
import { FORMATS } from "../../src/cli/drift/formats";
import { EXAMPLE } from "../unit/cli/drift/reports";
import { listen } from "../support/listen";

const REPORT = FORMATS.markdown(EXAMPLE);

/** A mail server that accepts everything. */
function mailServer(received: (line: string) => void): Server {
  return createServer((socket) => {
    let isData = false;
    let rest = "";
    socket.write("220 test\r\n");
    socket.on("data", (data) => {
      const lines = (rest + String(data)).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (isData && line !== ".") {
          received(line);
          continue;
        }
        isData = line === "DATA";
        socket.write(isData ? "354 go on\r\n" : line.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
      }
    });
  });
}

describe("the commands of docs/pipelines.md that post a drift report", () => {
  let folder: string;
  let servers: Server[];
  let bodies: string[];
  let mail: string[];
  let env: NodeJS.ProcessEnv;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsmanager-"));
    await mkdir(join(folder, "reports"));
    await writeFile(join(folder, "reports/drift.md"), REPORT);
    [bodies, mail] = [[], []];
    const chat = createHttpServer((request, response) => {
      void readText(request).then((body) => {
        if (request.headers["content-type"] === "application/json") bodies.push(body);
        return response.end("ok");
      });
    });
    servers = [chat, mailServer((line) => mail.push(line))];
    const [chatAddress, mailAddress] = await Promise.all(servers.map(listen));
    env = {
      ...process.env,
      SLACK_WEBHOOK_URL: `http://${chatAddress}/slack`,
      TEAMS_WEBHOOK_URL: `http://${chatAddress}/teams`,
      SMTP_URL: `smtp://${mailAddress}`,
      MAIL_FROM: "ci@example.com",
      MAIL_TO: "dba@example.com",
      STACK: "production",
    };
    const page = await readFile(join(repository, "docs/pipelines.md"), "utf8");
    const commands = [...page.matchAll(/posts\.test\.ts runs it -->\n```sh\n([^]*?)\n```\n/g)];
    assert.equal(commands.length, 3);
    for (const [, command = ""] of commands) {
      const { code, output } = await run("bash", ["-euc", command], { cwd: folder, env });
      assert.equal(code, 0, output);
    }
  });
  after(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true });
  });

  it("send Slack the text in a fixed font", () => {
    const { text } = JSON.parse(bodies[0] ?? "") as { text: string };
    assert.equal(text, `\`\`\`\n${REPORT.slice(0, 3900)}\n\`\`\``);
  });

  it("send Teams a card with the text", () => {
    const { type, attachments } = JSON.parse(bodies[1] ?? "") as {
      type: string;
      attachments: { content: { type: string; body: { codeSnippet: string }[] } }[];
    };
    const [{ content } = assert.fail()] = attachments;
    assert.deepEqual([type, content.type, content.body[0]?.codeSnippet], ["message", "AdaptiveCard", REPORT]);
  });

  it("run after a job that failed with a report", async () => {
    const page = await readFile(join(repository, "docs/pipelines.md"), "utf8");
    const [, text = ""] = /```yaml\n(after_script:[^]*?)```/.exec(page) ?? [];
    const { after_script: [line = ""] = [] } = parse(text) as { after_script?: string[] };
    await writeFile(join(folder, "post.sh"), "echo posted");
    for (const [CI_JOB_STATUS, expected] of [
      ["failed", "posted\n"],
      ["success", ""],
    ] as const) {
      const { output } = await run("bash", ["-euc", line], { cwd: folder, env: { ...env, CI_JOB_STATUS } });
      assert.equal(output, expected);
    }
  });

  it("send a mail with the text", () => {
    const message = mail.join("\n");
    assert.match(message, /^From: ci@example\.com\nTo: dba@example\.com\nSubject: Drift of production$/m);
    assert.ok(message.includes(REPORT.trimEnd()), message);
  });
});
