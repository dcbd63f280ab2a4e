// The page speaks Chinese too: screenshots need a font that can draw it.
import { aptInstall, canUseApt, outputOf, say } from './host.mjs';

/** Installs a Chinese font where apt-get can; elsewhere says what is missing and goes on. */
export async function ensureChineseFont() {
  if (process.platform !== 'linux' || hasChineseFont()) return;
  if (canUseApt()) {
    say('No Chinese font found: installing fonts-noto-cjk …');
    await aptInstall(['fontconfig', 'fonts-noto-cjk']);
    if (hasChineseFont()) return;
  }
  say('No Chinese font found: screenshots will show boxes for Chinese text. Install one, such as fonts-noto-cjk, to see it.');
}

function hasChineseFont() {
  const fonts = outputOf('fc-list', [':lang=zh', 'family']);
  return fonts !== undefined && fonts.trim() !== '';
}
