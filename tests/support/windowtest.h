// SPDX-License-Identifier: Apache-2.0
// What tests of the whole window begin with.
#pragma once

#include "app/shell/application.h"
#include "app/shell/mainwindow.h"

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

namespace jitscope::testing {

/** The application as these tests want it: dark, English, no plugins; preferences below `folder`. */
inline void setUpWindowTest(const QTemporaryDir &folder) {
    qputenv("JITSCOPE_CONFIG_DIR", folder.filePath("config").toLocal8Bit());
    setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
}

/** Whether windows are shown on a screen with a window manager; the offscreen one is small and bounds nothing. */
inline bool onRealScreen() {
    return QGuiApplication::platformName() != QStringLiteral("offscreen");
}

/** A window that knows nothing of earlier ones, within the screen. Keys reach its commands once it is active. */
inline std::unique_ptr<MainWindow> openWindow(QSize size = {1600, 1000}) {
    WindowOptions options;
    options.memory = WindowOptions::Memory::None;
    auto window = MainWindow::create(options);
    if (!onRealScreen()) {
        window->resize(size);
    } else if (size.width() < window->width() && size.height() < window->height()) {
        window->resize(size);
    }
    window->show();
    window->activateWindow();
    return QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

} // namespace jitscope::testing
