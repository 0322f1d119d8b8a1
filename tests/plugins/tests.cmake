# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(plugins example_pass LIBRARIES jitscope_engine)
add_dependencies(tst_example_pass plugin_example_pass)
