/** @module Where a head has its parts. */

/** The last head that was recognised; one object, overwritten by each call. All places are indices of the chunk's octets. */
export class Head {
  method = '';
  targetStart = 0;
  targetEnd = 0;
  fieldsStart = 0;
  /** Behind the empty line. */
  end = 0;
  /** Of the content, in octets. */
  contentLength = 0;
  /** How many field lines. */
  fields = 0;
  hosts = 0;
  /** The value of `Content-Length`; -1 until one is seen. */
  declared = -1;
}
