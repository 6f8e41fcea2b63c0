// Variables of the C library, with the values that they have at the start.

#include "aver.h"

// ---- getopt.h ----

MODEL char *optarg;
MODEL int optind = 1, opterr = 1, optopt = '?';

// ---- math.h, netdb.h, time.h, error.h ----

MODEL int signgam;
MODEL int h_errno;
MODEL int getdate_err;
MODEL unsigned int error_message_count;
MODEL int error_one_per_line;
MODEL void (*error_print_progname)(void);

// ---- netinet/in.h ----

MODEL const unsigned char in6addr_any[16];
MODEL const unsigned char in6addr_loopback[16] = {[15] = 1};
