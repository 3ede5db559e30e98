r spin -a -o3 model.pml
r gcc -O -DNOREDUCE -o pan pan.c
r ./pan -n
r gcc -O -DNOREDUCE -DP_RAND -o pan pan.c
r ./pan -n -RS2
r "sed 's/140/7777/' model.pml > good.pml; spin -a -o3 good.pml && gcc -O -DNOREDUCE -o pan pan.c && ./pan -n"
r gcc -O -DNOREDUCE -DPERMUTED -o pan pan.c
r ./pan -n
r ./pan -n -p_permute
r ./pan -n -p_reverse
r ./pan -n -p_rotate1
r ./pan -n -p_randrot
r gcc -O -DNOREDUCE -DP_REVERSE -o pan pan.c
r ./pan -n
r gcc -O -DNOREDUCE -DT_RAND -o pan pan.c
r ./pan -n
