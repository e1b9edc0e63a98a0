/** The methods an application has a function for, by the names of those functions. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;

/** A method's name in lower case, as the function that registers it. */
export type MethodName = (typeof METHODS)[number];

/** Stands for every method, here and in the router's tables. */
export const ALL = '*';
