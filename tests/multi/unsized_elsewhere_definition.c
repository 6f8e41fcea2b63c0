int list[3] = {3, 4, 5};
