/** The next address that a Google Drive page leads to, or why it leads nowhere. */
export type DrivePage = { readonly next: string } | { readonly next: null; readonly reason: string };

const FORM = /<form\b[^>]*\bid="download-form"[^>]*>([\s\S]*?)<\/form>/i;
const ACTION = /<form\b[^>]*\bid="download-form"[^>]*\baction="([^"]+)"|<form\b[^>]*\baction="([^"]+)"[^>]*\bid="download-form"/i;
const INPUT = /<input\b[^>]*>/gi;
const OLD_LINK = /href="(\/uc\?export=download[^"]*confirm=[^"]+)"/i;
const QUOTA = /quota|too many users|limit.{0,40}exceeded/i;
const SIGN_IN = /accounts\.google\.com|request access|need access/i;

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|quot|#39|lt|gt);/g,
    (_, name: string) => ({ amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' })[name] ?? '',
  );

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

/**
 * Read the page that Google Drive shows before a file too large for its virus scan: a form whose hidden fields make the address of the
 * file, or in older pages a link with a confirmation code. A page about a quota or a sign-in leads nowhere.
 */
export function readDrivePage(html: string, base: string): DrivePage {
  const action = ACTION.exec(html);
  const form = FORM.exec(html)?.[1];
  if (action !== null && form !== undefined) {
    const target = new URL(unescaped(action[1] ?? action[2] ?? ''), base);
    for (const [tag] of form.matchAll(INPUT)) {
      const name = attribute(tag, 'name');
      if (name !== undefined) target.searchParams.set(name, attribute(tag, 'value') ?? '');
    }
    return { next: target.href };
  }
  const link = OLD_LINK.exec(html)?.[1];
  if (link !== undefined) return { next: new URL(unescaped(link), base).href };
  if (QUOTA.test(html)) return { next: null, reason: 'Google Drive says that the download quota of the file is used up' };
  if (SIGN_IN.test(html)) return { next: null, reason: 'Google Drive asks for a sign-in' };
  return { next: null, reason: 'Google Drive answered with a page that leads to no file' };
}
