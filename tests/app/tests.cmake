# The tests of this folder: jitscope_add_test(area name LIBRARIES ...).
jitscope_add_test(app layout LIBRARIES app_graphview)
jitscope_add_test(app timeline LIBRARIES app_timeline)
jitscope_add_test(app inspector LIBRARIES app_panel_inspector app_shell)
jitscope_add_test(app theme LIBRARIES app_sdk)
jitscope_add_test(app selection LIBRARIES app_sdk)
jitscope_add_test(app jobs LIBRARIES app_sdk)
