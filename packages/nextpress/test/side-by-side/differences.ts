/**
 * Where the two differ on purpose: a name that cases refer to, and the first column of the entry of
 * docs/differences-from-express.md that says so.
 */
export const differences = {
  malformed: 'a malformed escape (`/%zz`) matches static routes by its text and fails params with 400',
  staticMethods: 'a file server without `fallthrough` answers other methods itself, with 405',
  staticRange: 'a range that a file does not have is an error for error handlers',
  deniedDotfiles:
    'a file server that denies dotfiles passes on without `fallthrough: false`, so that they are 404',
  emptySegments: 'a file server reads a path with an empty segment (`/a//b`) as if it had none',
  settingsOfFunctions: 'the settings `trust proxy fn`, `query parser fn` and `etag fn` can be set themselves',
  folderRedirect: 'a redirect to a folder has a page',
  unknownStatus: 'an error with a status that has no name is answered with the text `undefined`',
  fileErrors:
    'the page of an error about a file (412, 416) keeps its `ETag`, `Last-Modified` and `Cache-Control`',
} as const;

export type Difference = keyof typeof differences;
