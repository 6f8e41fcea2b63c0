// Models of <ctype.h> in the C locale. An argument outside of `unsigned char` and EOF is in no class.

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) {
  return c > 32 && c < 127 && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}
int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
int isascii(int c) { return c >= 0 && c < 128; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

// glibc's macros read the classes from a table that may be indexed from -128 on.
enum {
  BLANK = 0x0001, CNTRL = 0x0002, PUNCT = 0x0004, ALNUM = 0x0008, UPPER = 0x0100, LOWER = 0x0200,
  ALPHA = 0x0400, DIGIT = 0x0800, XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000,
};
#define LETTER (ALPHA | ALNUM | PRINT | GRAPH)

static const unsigned short classes[384] = {
  [128 + 0 ... 128 + 8] = CNTRL,
  [128 + '\t'] = CNTRL | SPACE | BLANK,
  [128 + '\n' ... 128 + '\r'] = CNTRL | SPACE,
  [128 + 14 ... 128 + 31] = CNTRL,
  [128 + ' '] = SPACE | BLANK | PRINT,
  [128 + '!' ... 128 + '/'] = PUNCT | PRINT | GRAPH,
  [128 + '0' ... 128 + '9'] = DIGIT | XDIGIT | ALNUM | PRINT | GRAPH,
  [128 + ':' ... 128 + '@'] = PUNCT | PRINT | GRAPH,
  [128 + 'A' ... 128 + 'F'] = UPPER | XDIGIT | LETTER,
  [128 + 'G' ... 128 + 'Z'] = UPPER | LETTER,
  [128 + '[' ... 128 + '`'] = PUNCT | PRINT | GRAPH,
  [128 + 'a' ... 128 + 'f'] = LOWER | XDIGIT | LETTER,
  [128 + 'g' ... 128 + 'z'] = LOWER | LETTER,
  [128 + '{' ... 128 + '~'] = PUNCT | PRINT | GRAPH,
  [128 + 127] = CNTRL,
};
static const unsigned short *table = classes + 128;

const unsigned short **__ctype_b_loc(void) { return &table; }
