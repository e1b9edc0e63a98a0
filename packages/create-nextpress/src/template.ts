/** What a project contains besides the files of its `templates` folder. */
export interface Template {
  readonly name: TemplateName;
  /** Shown in the prompt. */
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** Type packages that only TypeScript needs. */
  readonly types: readonly string[];
  /** Whether the folder `client` has a page that Vite builds. */
  readonly hasClient: boolean;
}

/** A minimal server, a JSON API, server-rendered pages, an API with a page built by Vite, or a Hono application. */
export type TemplateName = 'minimal' | 'api' | 'web' | 'fullstack' | 'hono';

export const TEMPLATES: readonly Template[] = [
  {
    name: 'minimal',
    description: 'two routes and a test',
    dependencies: ['nextpress'],
    devDependencies: ['@nextpress/dev', '@nextpress/inject'],
    types: [],
    hasClient: false,
  },
  {
    name: 'api',
    description: 'schemas, OpenAPI, logs, health checks',
    dependencies: [
      ...['nextpress', '@nextpress/openapi', '@nextpress/validate'],
      ...['pino', 'swagger-ui-dist', 'zod'],
    ],
    devDependencies: ['@nextpress/dev', '@nextpress/inject', 'pino-pretty'],
    types: [],
    hasClient: false,
  },
  {
    name: 'web',
    description: 'views, sessions, forms, uploads, static files',
    dependencies: ['nextpress', '@nextpress/multipart', 'ejs', 'express-session'],
    devDependencies: ['@nextpress/dev', '@nextpress/inject'],
    types: ['@types/express-session'],
    hasClient: false,
  },
  {
    name: 'fullstack',
    description: 'a page built by Vite, an API with a typed client',
    dependencies: ['nextpress', '@nextpress/validate', 'zod'],
    devDependencies: ['@nextpress/client', '@nextpress/dev', '@nextpress/inject', 'vite'],
    types: [],
    hasClient: true,
  },
  {
    name: 'hono',
    description: 'a Hono application inside',
    dependencies: ['nextpress', '@nextpress/fetch', 'hono'],
    devDependencies: ['@nextpress/dev'],
    types: [],
    hasClient: false,
  },
];
