# What is installed, and the Debian package. Below PREFIX/lib/jitscope stands the same tree as in the build folder
# (bin, lib, plugins, python), so that the program finds its parts in one way in both; PREFIX/bin has a link to it.
include(GNUInstallDirs)
set(home lib/jitscope)
set(packaging ${PROJECT_SOURCE_DIR}/resources/packaging)
set(made ${PROJECT_BINARY_DIR}/packaging)

function(jitscope_install folder)
    foreach(name IN LISTS ARGN)
        set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib:$ORIGIN/../../lib:$ORIGIN/jitscope.libs")
        install(TARGETS ${name}
            RUNTIME DESTINATION ${home}/${folder} LIBRARY DESTINATION ${home}/${folder})
    endforeach()
endfunction()

jitscope_install(bin jitscope jitscope_layout_worker jitscope_program)
jitscope_install(lib jitscope_engine app_sdk)
jitscope_install(python _jitscope)
get_property(plugins GLOBAL PROPERTY JITSCOPE_PLUGINS)
jitscope_install(plugins ${plugins})
get_property(examples GLOBAL PROPERTY JITSCOPE_EXAMPLES)
jitscope_install(plugins/examples ${examples})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/python/mindspore DESTINATION ${home}/python FILES_MATCHING PATTERN "*.py")
file(GLOB own_modules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/python/jitscope_*.py)
install(FILES ${own_modules} DESTINATION ${home}/python)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/samples ${PROJECT_SOURCE_DIR}/resources/guide
    DESTINATION ${home}/resources)

file(MAKE_DIRECTORY ${made})
file(CREATE_LINK ../${home}/bin/jitscope ${made}/jitscope SYMBOLIC)
install(FILES ${made}/jitscope DESTINATION bin)
install(FILES ${packaging}/jitscope.desktop DESTINATION share/applications)
install(FILES ${packaging}/jitscope.xml DESTINATION share/mime/packages)
install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/jitscope.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/jitscope RENAME copyright)

# The manual page and the completion of the shell are written from what the program itself says of its commands.
add_custom_command(OUTPUT ${made}/jitscope.1 ${made}/jitscope.bash
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 ${Python3_EXECUTABLE} ${packaging}/make-manual $<TARGET_FILE:jitscope> ${made}
    DEPENDS jitscope ${packaging}/make-manual)
add_custom_target(manual ALL DEPENDS ${made}/jitscope.1 ${made}/jitscope.bash)
install(FILES ${made}/jitscope.1 DESTINATION share/man/man1)
install(FILES ${made}/jitscope.bash DESTINATION share/bash-completion/completions RENAME jitscope)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jitscope)
set(CPACK_PACKAGE_VENDOR "JitScope")
set(CPACK_PACKAGE_CONTACT "JitScope maintainers <maintainers@jitscope.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Visual graph debugger for eager and compiled tensor programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}), python3 (<< ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}.99), python3-numpy")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-translations-l10n, fonts-inter, fonts-jetbrains-mono, fonts-noto-cjk")
include(CPack)
