# Where tests show their windows: offscreen, or on the screen that tests/screen made.
if(DEFINED ENV{JITSCOPE_TEST_PLATFORM})
    set(ENV{QT_QPA_PLATFORM} $ENV{JITSCOPE_TEST_PLATFORM})
else()
    set(ENV{QT_QPA_PLATFORM} offscreen)
endif()
