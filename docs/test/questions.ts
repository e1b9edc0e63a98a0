import type { Page } from 'playwright-core';

/**
 * What people type into the search, and the page that must be the first result. Two pages can be equally right; then one
 * of them is the first result and the other among the first three.
 */
export const QUESTIONS: readonly [query: string, ...pages: string[]][] = [
  ['file upload to S3', '/recipes/s3-uploads'],
  ['rate limit behind a proxy', '/rate-limiting'],
  ['raw body for webhooks', '/bodies'],
  ['CORS with credentials', '/cors'],
  ['stream an LLM response', '/recipes/llm-streaming'],
  ['graceful shutdown on Kubernetes', '/graceful-shutdown'],
  ['request id in logs', '/logging', '/observability'],
  ['mock a database in tests', '/recipes/mocking'],
  ['share types in a monorepo', '/recipes/monorepo-types'],
  ['API versions', '/recipes/api-versions'],
  ['background jobs', '/background-work'],
  ['auth guards', '/authentication'],
  ['ETag caching', '/caching'],
  ['HTTPS locally', '/recipes/https-on-localhost'],
  ['proxy to another service', '/recipes/proxy'],
  ['GraphQL', '/recipes/graphql'],
  ['i18n', '/recipes/i18n'],
  ['Prometheus metrics', '/observability'],
  ['OpenTelemetry', '/recipes/tracing', '/monitoring-agents'],
  ['config from env', '/recipes/configuration'],
  ['dependency injection', '/recipes/dependency-injection'],
  ['transaction per request', '/database'],
  ['subdomain tenants', '/recipes/subdomains'],
  ['Server-Timing', '/recipes/server-timing'],
  ['compression', '/compression'],
  ['openai tokens sse', '/recipes/llm-streaming'],
  ['multi tenant', '/recipes/subdomains'],
  ['cursor pagination', '/recipes/pagination'],
  ['idempotency key', '/recipes/idempotency-keys'],
  ['.env file', '/recipes/configuration'],
  ['mcp server', '/recipes/mcp-server'],
  ['distributed tracing', '/recipes/tracing'],
];

/** The pages that the search lists for a query, best first. The box of the search is open. */
export async function searchFor(page: Page, query: string): Promise<string[]> {
  const input = page.locator('#localsearch-input');
  const results = page.locator('.result');
  await input.fill('');
  await results.first().waitFor({ state: 'detached' });
  await input.fill(query);
  await results.first().waitFor();
  const links = await results.evaluateAll((elements) =>
    elements.map((link) => (link as HTMLAnchorElement).pathname),
  );
  return links;
}
