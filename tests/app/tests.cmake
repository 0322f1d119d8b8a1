# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(app layout LIBRARIES app_graphview)
