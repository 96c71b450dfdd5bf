/** Pulumi ids of objects that belong to a project: `<projectId>/<id>`. */

export function joinId(projectId: string, id: string): string {
  return `${projectId}/${id}`;
}

/** @throws Error for an id of another form; it names the right one */
export function splitId(text: string, form: string): { projectId: string; id: string } {
  const [projectId, id, ...rest] = text.split("/");
  if (projectId === undefined || projectId === "" || id === undefined || id === "" || rest.length > 0) {
    throw new Error(`The id ${JSON.stringify(text)} is not of the form ${form}.`);
  }
  return { projectId, id };
}
