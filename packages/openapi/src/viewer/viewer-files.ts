import { dirname } from 'node:path';
import { withPeerRequire } from '../require-peer.ts';

/** The files of swagger-ui-dist that the page loads. */
export const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

/**
 * The folder of swagger-ui-dist.
 *
 * @throws Error when it is not installed
 */
export function viewerFolder(): string {
  try {
    return dirname(withPeerRequire((require) => require.resolve('swagger-ui-dist/package.json')));
  } catch (cause) {
    throw new Error(
      'Missing package for the option "ui": expected swagger-ui-dist to be installed. Run: npm install swagger-ui-dist',
      { cause },
    );
  }
}
