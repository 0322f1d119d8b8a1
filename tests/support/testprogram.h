// SPDX-License-Identifier: Apache-2.0
// Tests are classes, several in one program: what they include is compiled once for all of them. Each registers itself;
// the name by which the program is called, a link `tst_<name>` to it, says which one runs.
#pragma once

#include <QtTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

namespace jitscope::testing {

/** Runs a test with the arguments of Qt Test; gives the exit code. */
using TestMain = int (*)(int argc, char **argv);

/** Registers the test of the file .../tst_<name>.cpp. */
bool addTest(const char *file, TestMain main);

template<class Application, class Test> int runTest(int argc, char **argv) {
    Application application(argc, argv);
    Application::setAttribute(Qt::AA_Use96Dpi, true);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace jitscope::testing

/** In place of QTEST_GUILESS_MAIN, QTEST_MAIN: the class is the test of this file. */
#define JITSCOPE_TEST(Test)                                                                                            \
    [[maybe_unused]] static const bool isAdded =                                                                       \
        jitscope::testing::addTest(__FILE__, jitscope::testing::runTest<QCoreApplication, Test>);
#define JITSCOPE_WINDOW_TEST(Test)                                                                                     \
    [[maybe_unused]] static const bool isAdded =                                                                       \
        jitscope::testing::addTest(__FILE__, jitscope::testing::runTest<QApplication, Test>);
