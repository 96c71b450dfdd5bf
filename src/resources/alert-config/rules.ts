/** What the service would refuse about an alert configuration, told before anything is sent. */

import type { Problem } from "../../core/problems";
import { idProblems, warning } from "../../core/problems";
import { knownText } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { EVENT_TYPES, NOT_ALERTABLE_EVENTS } from "./catalogue";
import { matcherProblems } from "./matcher-rules";
import { notificationsProblems } from "./notification-rules";
import { metricThresholdProblems, thresholdProblems } from "./threshold-rules";
import type { RuleOptions } from "./wording";
import { unlisted } from "./wording";

/** All problems of the arguments of an alert configuration; whatever is unknown skips the rules that need it. */
export function alertProblems(args: PlainObject, options: RuleOptions): Problem[] {
  const event = knownText(args["eventTypeName"]);
  return [
    ...idProblems([
      [["projectId"], args["projectId"]],
      [["adoptId"], args["adoptId"]],
    ]),
    ...eventProblems(event, options),
    ...matcherProblems(event, args["matchers"]),
    ...metricThresholdProblems(event, args["metricThreshold"], options),
    ...thresholdProblems(event, args["threshold"]),
    ...notificationsProblems(args["notifications"], options),
  ];
}

function eventProblems(event: string | undefined, options: RuleOptions): Problem[] {
  const path = ["eventTypeName"];
  if (event === undefined) return [];
  if (!EVENT_TYPES.has(event)) return [unlisted(path, event, "event type", EVENT_TYPES.keys(), options)];
  return NOT_ALERTABLE_EVENTS.has(event)
    ? [warning(path, "the documentation marks this event as not alertable; the service may refuse it")]
    : [];
}
