/** `npm run build`: builds `dist` unless it is newer than the sources. */

import { ensureBuilt } from "../test/support/built";

void ensureBuilt(console.log);
