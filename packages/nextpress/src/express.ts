/** @module Re-exports `@nextpress/express` as `nextpress/express`. */
// biome-ignore lint/performance/noReExportAll: the list of Express's exports is in that package
export * from '@nextpress/express';
export { default, default as 'module.exports' } from '@nextpress/express';
