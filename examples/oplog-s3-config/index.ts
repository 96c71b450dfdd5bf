// A store for backup oplog data, in a bucket of an on-premises S3-compatible object storage.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const store = new opsmanager.OplogS3Config("oplog", {
  storeId: "oplog-frankfurt",
  acceptedTos: true,
  assignmentEnabled: true,
  s3BucketEndpoint: "https://objects.frankfurt.example.com",
  s3BucketName: "opsmanager-oplog",
  s3RegionOverride: "eu-frankfurt",
  s3MaxConnections: 25,
  s3AuthMethod: "KEYS",
  awsAccessKey: config.requireSecret("s3AccessKey"),
  awsSecretKey: config.requireSecret("s3SecretKey"),
  pathStyleAccessEnabled: true,
  sseEnabled: false,
  ssl: true,
  uri: config.requireSecret("metadataUri"),
  writeConcern: "W2",
  labels: ["frankfurt"],
});

export const storeId = store.storeId;
export const bucket = pulumi.interpolate`${store.s3BucketEndpoint}/${store.s3BucketName}`;
