import { formatRFC1123Z } from '../../api/time';
import type { Micros } from '../../kernel/time';
import { wallMicros } from '../clock';

/** `Mon, 30 Nov 2026 17:02:14 GMT`, as HTTP headers show the time. */
export const httpDate = (now: Micros): string => formatRFC1123Z(wallMicros(now)).replace('+0000', 'GMT');
