/** OplogS3Config: an S3-compatible store for backup oplog data (specification 2.2, 4.2). */

import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Link } from "../api/common";
import { provesAbsence } from "../api/common";
import type {
  CustomCertificate,
  Oidc,
  OplogS3Config as LiveStore,
  OplogS3ConfigBody,
} from "../api/oplog-s3-configs";
import {
  createOplogS3Config,
  deleteOplogS3Config,
  getOplogS3Config,
  listOplogS3Configs,
  updateOplogS3Config,
} from "../api/oplog-s3-configs";
import type { InputsOf } from "../core/arguments";
import { computed, secretIfGiven, secretTexts } from "../core/arguments";
import type { Behaviour, Context, Inputs, State } from "../core/behaviour";
import { batchedReads } from "../core/batched-reads";
import { claim } from "../core/claims";
import { warnAbout } from "../core/program";
import { perConnection } from "../core/per-connection";
import { thinProvider } from "../core/thin-provider";
import { isApiError, isUnknownOutcome } from "../errors";
import type { PlainObject } from "../json";
import { omit, pick } from "../json";
import type { Written } from "./oplog-s3-config/meaning";
import { fulfils, OPEN_FIELDS, refreshed, sameStore, written } from "./oplog-s3-config/meaning";
import { storeProblems } from "./oplog-s3-config/rules";

/** Arguments of {@link OplogS3Config}. */
export interface OplogS3ConfigArgs {
  /** The name that identifies the store. A change replaces the store. @default the name of the resource */
  storeId?: pulumi.Input<string | undefined>;
  /** Whether the terms of service for S3-compatible stores are accepted: the service takes `true` only. */
  acceptedTos: pulumi.Input<boolean>;
  /** Whether backup jobs can be assigned to the store. */
  assignmentEnabled?: pulumi.Input<boolean | undefined>;
  /** Secret. The access key id; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsAccessKey?: pulumi.Input<string | undefined>;
  /** Secret. The secret access key; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsSecretKey?: pulumi.Input<string | undefined>;
  /** CA certificates that apply to the bucket. */
  customCertificates?: InputsOf<CustomCertificate[]> | undefined;
  /** Whether the HTTP proxy of the service is bypassed on the way to the bucket. @default false */
  disableProxyS3?: pulumi.Input<boolean | undefined>;
  /** Whether user name and password of the store were encrypted with the credentials tool. */
  encryptedCredentials?: pulumi.Input<boolean | undefined>;
  /** Tags that limit which backup jobs use the store; the order does not matter. */
  labels?: InputsOf<string[]> | undefined;
  /** Sign-in by OpenID Connect, in newer versions of the service; its `clientSecret` is secret. */
  oidc?: InputsOf<Oidc> | undefined;
  /** Whether the bucket stands in the path of the URL (`true`) or in the host name. */
  pathStyleAccessEnabled: pulumi.Input<boolean>;
  /** `KEYS` or `IAM_ROLE`. */
  s3AuthMethod?: pulumi.Input<string | undefined>;
  /** The URL by which the bucket is reached. */
  s3BucketEndpoint: pulumi.Input<string>;
  s3BucketName: pulumi.Input<string>;
  /** How many connections to the store there are at most: a positive whole number. */
  s3MaxConnections: pulumi.Input<number>;
  /** The region of the bucket, for endpoints without regions; never with AWS. */
  s3RegionOverride?: pulumi.Input<string | undefined>;
  /** Whether server-side encryption is on. */
  sseEnabled: pulumi.Input<boolean>;
  /** Whether the store takes TLS connections only. */
  ssl?: pulumi.Input<boolean | undefined>;
  /** Secret. The connection string of the metadata database. */
  uri: pulumi.Input<string>;
  /** `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`. */
  writeConcern?: pulumi.Input<string | undefined>;
  /** Whether the first create takes over a store that exists already under this id. Later changes of it are no change. */
  adopt?: boolean | undefined;
  /** The name of a connection other than the default one. A change replaces the store. */
  connection?: string | undefined;
}

const filled = z.string().min(1, "must not be empty");
const text = z.string();
const flag = z.boolean();

const shape = z.strictObject({
  storeId: filled,
  acceptedTos: z.literal(true),
  assignmentEnabled: flag.optional(),
  awsAccessKey: text.optional(),
  awsSecretKey: text.optional(),
  customCertificates: z.array(z.strictObject({ filename: filled, certString: filled })).optional(),
  disableProxyS3: flag.optional(),
  encryptedCredentials: flag.optional(),
  labels: z.array(filled).optional(),
  oidc: z
    .strictObject({
      enabled: flag.optional(),
      method: text.optional(),
      tokenUri: text.optional(),
      clientId: text.optional(),
      clientSecret: text.optional(),
      scope: text.optional(),
      tokenResource: text.optional(),
    })
    .optional(),
  pathStyleAccessEnabled: flag,
  s3AuthMethod: text.optional(),
  s3BucketEndpoint: filled,
  s3BucketName: filled,
  s3MaxConnections: z.number().int("must be a whole number").positive("must be above 0"),
  s3RegionOverride: text.optional(),
  sseEnabled: flag,
  ssl: flag.optional(),
  uri: filled,
  writeConcern: text.optional(),
  adopt: flag.optional(),
});

/** `adopt` matters at create only; the engine never shows a property whose name begins so. */
const ADOPT = "__adopt";

const INPUT_NAMES = [...Object.keys(shape.shape).filter((name) => name !== "adopt"), ADOPT, "changedSecrets"];
const BODY_FIELDS = [...OPEN_FIELDS, "awsAccessKey", "awsSecretKey", "uri"];
const COMPUTED = ["links", "changedSecrets", "__written"] as const;

/** @internal */
export const oplogS3Config: Behaviour = {
  kind: "OplogS3Config",
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: ["storeId"],
  // With another connection the store of the same name is another one.
  replaceDeletesFirst: (olds, news) =>
    olds["storeId"] === news["storeId"] && olds["connection"] === news["connection"],

  argumentsOf: ({ changedSecrets: _, [ADOPT]: adopt, ...args }) =>
    adopt === undefined ? args : { ...args, adopt },

  problems: (args) => storeProblems(args),

  sameMeaning: sameStore,

  async create(context, inputs) {
    const id = inputs["storeId"] as string;
    const existing = await getOplogS3Config(context.api, id);
    if (existing === undefined) return { id, outputs: outputsOf(inputs, await post(context, id, inputs)) };
    if (inputs[ADOPT] !== true) {
      throw new Error(
        `storeId: an oplog store ${JSON.stringify(id)} exists already. Set \`adopt: true\` to take it over, or choose another storeId. Nothing was written.`,
      );
    }
    const oidc = inputs["oidc"] ?? openOidc(existing);
    const answer = fulfils(inputs, existing)
      ? existing
      : await validated(context, inputs, async () =>
          updateOplogS3Config(context.api, id, bodyOf({ ...inputs, oidc })),
        );
    return { id, outputs: outputsOf(inputs, answer) };
  },

  async read(context, id, state) {
    const live = await reads(context.api, "").read(id);
    if (live === undefined) return undefined;
    const before = state["__written"] as Written | undefined;
    if (before === undefined) {
      const inputs = {
        ...pick(state, ["connection"]),
        storeId: id,
        ...pick({ ...live }, OPEN_FIELDS),
        oidc: openOidc(live),
      };
      return { inputs, outputs: { ...inputs, links: live.links ?? [], changedSecrets: [] } };
    }
    const { open, changedSecrets } = refreshed(before, state, live);
    const inputs: Inputs = {
      ...pick(state, ["storeId", "awsAccessKey", "awsSecretKey", "uri", "connection"]),
      ...open,
      ...(changedSecrets.length > 0 && { changedSecrets }),
    };
    return { inputs, outputs: { ...inputs, links: state["links"] ?? [], changedSecrets, __written: before } };
  },

  async update(context, id, olds, news) {
    const before = olds["__written"] as Written | undefined;
    // What the service has and the program leaves to it: the service removes it when a PUT leaves it out.
    const oidc = news["oidc"] ?? before?.answered["oidc"];
    try {
      const put = async (): Promise<LiveStore> =>
        updateOplogS3Config(context.api, id, bodyOf({ ...news, oidc }));
      return outputsOf(news, await validated(context, news, put));
    } catch (error) {
      if (!provesAbsence(error)) throw error;
      throw new Error(
        `The oplog store ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` makes it anew.`,
        {
          cause: error,
        },
      );
    }
  },

  async delete(context, id, state) {
    const refusal = await withdraw(context, id, state);
    try {
      await deleteOplogS3Config(context.api, id);
    } catch (error) {
      if (provesAbsence(error)) return;
      if (!isApiError(error) || error.status !== 409) throw error;
      if (refusal !== undefined) {
        throw new Error(
          `The oplog store ${id} cannot be deleted while backup jobs can be assigned to it, and the assignment could not be ` +
            `taken away: ${refusal.message} (${error.message})`,
          { cause: error },
        );
      }
      throw new Error(
        `The oplog store ${id} cannot be deleted while backup jobs are bound to it: move them to another store first. ` +
          `${await giveBack(context, id, state)} (${error.message})`,
        { cause: error },
      );
    } finally {
      reads(context.api, "").invalidate();
    }
  },
};

/** The stores of a service. */
const reads = perConnection((api) =>
  batchedReads<LiveStore>({
    list: async () => listOplogS3Configs(api),
    get: async (id) => getOplogS3Config(api, id),
    idOf: ({ id }) => id,
  }),
);

/** Creates the store; when the outcome is unknown, the store itself tells it. */
async function post(context: Context, id: string, inputs: Inputs): Promise<LiveStore> {
  const { api } = context;
  try {
    return await validated(context, inputs, async () => createOplogS3Config(api, { ...bodyOf(inputs), id }));
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    const live = await getOplogS3Config(api, id);
    if (live !== undefined && fulfils(inputs, live)) return live;
    throw error;
  }
}

/** Which argument a refusal speaks of, and what to do (Ops Manager documentation, "Error codes"). */
const REFUSALS: Readonly<Record<string, string>> = {
  BACKUP_MONGO_CONNECTION_FAILED:
    "uri: the service cannot reach the metadata database. Check hosts, user and password of the connection string, which is secret and not shown.",
  BACKUP_S3_CONNECTION_FAILED:
    "s3BucketEndpoint: the service cannot reach it. Check the URL, customCertificates, and disableProxyS3 if the service uses a proxy.",
  BACKUP_S3_TOS_NOT_ACCEPTED: "acceptedTos: the service wants the terms of service accepted; set it to true.",
};

/** How often, and after which pause, a bucket is tested again that failed the service's test. */
const VALIDATIONS = 3;
const VALIDATION_PAUSE_MS = 5_000;

/** The service tests the bucket at every write, and the first test after a change may fail for a moment. */
async function validated<T>(context: Context, inputs: Inputs, write: () => Promise<T>): Promise<T> {
  reads(context.api, "").invalidate();
  const bucket = `the bucket ${JSON.stringify(inputs["s3BucketName"])} at ${String(inputs["s3BucketEndpoint"])}`;
  for (let validation = 1; ; validation++) {
    try {
      return await write();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const advice = REFUSALS[error.errorCode ?? ""];
      if (advice !== undefined) throw new Error(`${advice} (${error.message})`, { cause: error });
      if (!/^BACKUP[-_]S3[-_]VALIDATION_FAILED$/.test(error.errorCode ?? "")) throw error;
      if (validation === VALIDATIONS) {
        throw new Error(
          `s3BucketName: the service cannot use ${bucket}, after ${VALIDATIONS} tests of writing, reading and deleting there. ` +
            `Check the name, the endpoint, the keys and their rights. (${error.message})`,
          { cause: error },
        );
      }
      context.say(
        `The service could not use ${bucket} yet; it is asked again in ${VALIDATION_PAUSE_MS / 1000} s.`,
      );
      await context.pause(VALIDATION_PAUSE_MS);
    }
  }
}

/** The service deletes a store only when nothing can be assigned to it. Gives what stood against that. */
async function withdraw({ api }: Context, id: string, state: State): Promise<Error | undefined> {
  try {
    await updateOplogS3Config(api, id, { ...bodyOf(state), assignmentEnabled: false });
    return undefined;
  } catch (error) {
    // The PUT tests the bucket, which may be dead: deleting is tried all the same.
    if (isUnknownOutcome(error) || provesAbsence(error)) return undefined;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Gives the assignment back that was taken away in vain; says how that went. */
async function giveBack({ api }: Context, id: string, state: State): Promise<string> {
  if (state["assignmentEnabled"] === false) return "";
  try {
    await updateOplogS3Config(api, id, bodyOf(state));
    return "Its assignment was given back.";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Its assignment was taken away and could not be given back: ${reason}`;
  }
}

/** The whole store as the service takes it, real secrets included. */
function bodyOf(inputs: PlainObject): OplogS3ConfigBody {
  // Some versions require it even without a proxy.
  return { disableProxyS3: false, ...pick(inputs, BODY_FIELDS) } as unknown as OplogS3ConfigBody;
}

/** Sign-in as the service shows it, without its secret, which may be a mask. */
function openOidc({ oidc }: LiveStore): PlainObject | undefined {
  return oidc && omit({ ...oidc }, new Set(["clientSecret"]));
}

function outputsOf(inputs: Inputs, live: LiveStore): State {
  return {
    ...omit(inputs, new Set(["changedSecrets", ADOPT])),
    links: live.links ?? [],
    changedSecrets: [],
    __written: written(inputs, live),
  };
}

/** An S3-compatible oplog store. Destroying it takes its assignment away, then deletes it. */
export class OplogS3Config extends pulumi.dynamic.Resource {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly acceptedTos: pulumi.Output<boolean>;
  declare readonly assignmentEnabled: pulumi.Output<boolean | undefined>;
  /** Secret. */
  declare readonly awsAccessKey: pulumi.Output<string | undefined>;
  /** Secret. */
  declare readonly awsSecretKey: pulumi.Output<string | undefined>;
  declare readonly customCertificates: pulumi.Output<CustomCertificate[] | undefined>;
  declare readonly disableProxyS3: pulumi.Output<boolean | undefined>;
  declare readonly encryptedCredentials: pulumi.Output<boolean | undefined>;
  declare readonly labels: pulumi.Output<string[] | undefined>;
  declare readonly oidc: pulumi.Output<Oidc | undefined>;
  declare readonly pathStyleAccessEnabled: pulumi.Output<boolean>;
  declare readonly s3AuthMethod: pulumi.Output<string | undefined>;
  declare readonly s3BucketEndpoint: pulumi.Output<string>;
  declare readonly s3BucketName: pulumi.Output<string>;
  declare readonly s3MaxConnections: pulumi.Output<number>;
  declare readonly s3RegionOverride: pulumi.Output<string | undefined>;
  declare readonly sseEnabled: pulumi.Output<boolean>;
  declare readonly ssl: pulumi.Output<boolean | undefined>;
  /** Secret. */
  declare readonly uri: pulumi.Output<string>;
  declare readonly writeConcern: pulumi.Output<string | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  declare readonly connection: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** Secrets that somebody changed or added outside, by name. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param args required are `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`,
   * `s3MaxConnections`, `sseEnabled` and `uri`.
   */
  constructor(name: string, args: OplogS3ConfigArgs, options?: pulumi.CustomResourceOptions) {
    const { oidc, ...rest } = (args as OplogS3ConfigArgs | undefined) ?? ({} as OplogS3ConfigArgs);
    const isLookUp = options?.id !== undefined;
    super(
      thinProvider("OplogS3Config"),
      name,
      {
        ...computed(COMPUTED),
        __secrets: secretTexts(args),
        ...computed(Object.keys(shape.shape)),
        ...rest,
        adopt: undefined,
        [ADOPT]: rest.adopt,
        storeId: rest.storeId ?? (isLookUp ? undefined : name),
        awsAccessKey: secretIfGiven(rest.awsAccessKey),
        awsSecretKey: secretIfGiven(rest.awsSecretKey),
        uri: secretIfGiven(rest.uri),
        oidc: oidc === undefined ? undefined : withSecretClientSecret(oidc),
      },
      pulumi.mergeOptions(options, {
        additionalSecretOutputs: ["awsAccessKey", "awsSecretKey", "uri", "__written"],
      }),
      "opsmanager",
      "OplogS3Config",
    );
    (this as unknown as Record<string, unknown>)["adopt"] = pulumi.output(rest.adopt);
    if (isLookUp) return;
    claim(name, "oplog store", [rest.storeId ?? name], rest.connection);
    warnAbout(this, args, storeProblems);
  }

  /** Looks up an existing store, which stays unmanaged. @param id the id of the store */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: { connection?: string } & pulumi.CustomResourceOptions,
  ): OplogS3Config {
    const { connection, ...rest } = options ?? {};
    return new OplogS3Config(name, { connection } as OplogS3ConfigArgs, { ...rest, id });
  }
}

function withSecretClientSecret(oidc: InputsOf<Oidc>): pulumi.Input<PlainObject> {
  return pulumi
    .output(oidc)
    .apply((value) => ({ ...value, clientSecret: secretIfGiven(value.clientSecret) }));
}
