/** The environment of this process without the variables that affect npm, Pulumi or the provider: that of a new user. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(PULUMI|OPSMANAGER|MCLI|npm|TS_NODE)_/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
