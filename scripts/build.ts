/** `npm run build`: builds `dist` unless it is newer than the sources. */

import { ensureBuilt } from "./demo/built";

void ensureBuilt(console.log);
