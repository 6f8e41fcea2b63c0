static int next(int x) { return x + 1; }
int (*const functions[])(int) = {next};
