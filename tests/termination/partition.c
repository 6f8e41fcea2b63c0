/* aver: property=termination expect=TRUE */
/* The partition of quicksort, on an array of unknown contents. */
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void) {
  int low = 0, high = 99;
  for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
  int pivot = a[50];
  while (low <= high) {
    if (a[low] < pivot) low++;
    else if (a[high] > pivot) high--;
    else {
      int t = a[low];
      a[low] = a[high];
      a[high] = t;
      low++;
      high--;
    }
  }
  return 0;
}
