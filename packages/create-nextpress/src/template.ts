/** What a generated project contains, besides the files of its folder in `templates`. */
export interface Template {
  readonly name: TemplateName;
  /** For the prompt. */
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** Types that only TypeScript needs. */
  readonly types: readonly string[];
  readonly hasTests: boolean;
}

export type TemplateName = 'minimal' | 'api' | 'web' | 'hono';

export const TEMPLATES: readonly Template[] = [
  {
    name: 'minimal',
    description: 'one file',
    dependencies: ['nextpress'],
    devDependencies: ['@nextpress/dev'],
    types: [],
    hasTests: false,
  },
  {
    name: 'api',
    description: 'schemas, OpenAPI, logs, health checks, tests',
    dependencies: [
      ...['nextpress', '@nextpress/openapi', '@nextpress/validate'],
      ...['pino', 'swagger-ui-dist', 'zod'],
    ],
    devDependencies: ['@nextpress/dev', '@nextpress/inject', 'pino-pretty'],
    types: [],
    hasTests: true,
  },
  {
    name: 'web',
    description: 'views, sessions, forms, uploads, static files, tests',
    dependencies: ['nextpress', '@nextpress/multipart', 'ejs', 'express-session'],
    devDependencies: ['@nextpress/dev', '@nextpress/inject'],
    types: ['@types/express-session'],
    hasTests: true,
  },
  {
    name: 'hono',
    description: 'a Hono application inside, tests',
    dependencies: ['nextpress', '@nextpress/fetch', 'hono'],
    devDependencies: ['@nextpress/dev'],
    types: [],
    hasTests: true,
  },
];
