/** The control page. It loads only its own style and script. */
export const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Ops Manager emulator</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/page.css">
    <script src="/page.js" defer></script>
  </head>
  <body>
    <header>
      <h1>Ops Manager emulator</h1>
      <p id="summary">Loading...</p>
      <label><input type="checkbox" id="live" checked> Live</label>
      <button type="button" id="reset" class="change">Reset</button>
    </header>
    <p id="message" role="status"></p>
    <form id="access" hidden>
      <label for="token">Control token</label>
      <input id="token" type="password" autocomplete="off" required aria-describedby="access-help">
      <button>Use token</button>
      <span id="access-help">The emulator prints it when it starts. Without it, this page is read-only.</span>
    </form>
    <main>
      <section aria-labelledby="entities-title">
        <h2 id="entities-title">Entities</h2>
        <label>Collection <select id="collection"><option value="alertConfigs"></option></select></label>
        <div id="entities"></div>
        <p class="hint">Secrets are masked. Those that you leave as they are in an edit stay unchanged.</p>
      </section>
      <section aria-labelledby="faults-title">
        <h2 id="faults-title">Faults</h2>
        <fieldset class="change">
          <legend>Requests</legend>
          <div class="fields">
            <label>Method
              <select id="method">
                <option value="">any</option>
                <option>GET</option>
                <option>POST</option>
                <option>PUT</option>
                <option>PATCH</option>
                <option>DELETE</option>
              </select>
            </label>
            <label>Path contains <input id="path" placeholder="anything" autocomplete="off" spellcheck="false"></label>
            <label>Times
              <select id="times">
                <option value="1">next request</option>
                <option value="always">every request</option>
              </select>
            </label>
          </div>
        </fieldset>
        <fieldset class="change">
          <legend>Fault</legend>
          <div id="actions"></div>
        </fieldset>
        <ul id="faults" aria-label="Active faults"></ul>
        <button type="button" id="clear-faults" class="change" hidden>Remove all</button>
      </section>
      <section id="requests-section" aria-labelledby="requests-title">
        <h2 id="requests-title">Requests</h2>
        <div class="bar">
          <label><input type="checkbox" id="hide-challenges"> Hide Digest challenges</label>
          <button type="button" id="clear-requests" class="change">Clear</button>
        </div>
        <div class="scroll" role="region" tabindex="0" aria-labelledby="requests-title">
          <table>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Time</th>
                <th scope="col">Status</th>
                <th scope="col" class="wide">Request</th>
                <th scope="col">ms</th>
              </tr>
            </thead>
            <tbody id="requests"></tbody>
          </table>
          <p id="no-requests">No requests yet.</p>
        </div>
      </section>
    </main>
  </body>
</html>
`;
