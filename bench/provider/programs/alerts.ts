/** The alert configurations of every subject, which large installations have by the hundred. */

const METRICS = ["CONNECTIONS", "OPCOUNTER_CMD", "ASSERT_REGULAR"];

/** Creates the body of an alert configuration. */
export function alert(index: number): Record<string, unknown> & { notifications: Record<string, unknown>[] } {
  return {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    matchers: [
      { fieldName: "HOSTNAME_AND_PORT", operator: "STARTS_WITH", value: `mongodb-${index}.example.com` },
    ],
    metricThreshold: {
      metricName: METRICS[index % METRICS.length],
      mode: "AVERAGE",
      operator: "GREATER_THAN",
      threshold: 1000 + index,
      units: "RAW",
    },
    notifications: [
      {
        typeName: "GROUP",
        role: "GROUP_OWNER",
        intervalMin: 15,
        delayMin: 5,
        emailEnabled: true,
        smsEnabled: false,
      },
      { typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 },
    ],
  };
}
