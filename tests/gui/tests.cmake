# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(gui cli LIBRARIES jitscope_engine Qt6::Gui)
add_dependencies(tst_cli jitscope plugins plugin_wrong_rewrite)
jitscope_add_test(gui window LIBRARIES app_shell)
jitscope_add_test(gui graphpanel LIBRARIES app_shell)
