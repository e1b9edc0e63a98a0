/** Ten fields of a response, as a careful API sends them. */
export const tenFields = {
  'Cache-Control': 'private, max-age=60',
  'Content-Language': 'en',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  Vary: 'Accept-Encoding, Origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '999',
  'X-Request-Id': '01234567-89ab-cdef-0123-456789abcdef',
};
