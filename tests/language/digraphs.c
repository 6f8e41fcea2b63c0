/* aver: property=assert expect=TRUE args="-std=c99" */
/* Other spellings of punctuation. */
%:include <assert.h>
int main(void) <%
  int a<:2:> = <%1, 2%>;
  assert(a<:1:> == 2);
  return 0;
%>
