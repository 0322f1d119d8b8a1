// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what a script is to be run with.
#pragma once

#include "app/shell/runsettings.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace jitscope {
inline namespace shell {

class RunSettingsDialog : public QDialog {
    Q_OBJECT
public:
    RunSettingsDialog(const QString &script, const RunSettings &settings, QWidget *parent);
    RunSettings settings() const;

private:
    void show(const RunSettings &settings);
    void chooseFolder();
    void check();

    QLineEdit *m_arguments, *m_folder, *m_python;
    QPlainTextEdit *m_environment, *m_modules;
    QLabel *m_fault;
    QDialogButtonBox *m_buttons;
};

} // namespace shell
} // namespace jitscope
