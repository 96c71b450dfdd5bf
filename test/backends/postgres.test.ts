import { startPostgres } from "./support/postgres";
import { describeSharedState } from "./support/shared-state";

describeSharedState("PostgreSQL", startPostgres);
