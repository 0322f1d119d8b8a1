// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/aboutdialog.h"

#include "app/sdk/theme.h"
#include "app/shell/mainwindow.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QVBoxLayout>
#include <Qsci/qsciglobal.h>

namespace jitscope {
inline namespace shell {

namespace {

struct Dialogs {
    Q_DECLARE_TR_FUNCTIONS(jitscope::shell::Dialogs)
};

constexpr int logoSize = 56;

/** One part a line, as it goes into a bug report; not translated for that reason. */
QString versions() {
    const QStringList lines = {
        QStringLiteral("JitScope ") + QApplication::applicationVersion(),
        QStringLiteral("Qt ") + QString::fromLatin1(qVersion()),
        QStringLiteral("QScintilla ") + QStringLiteral(QSCINTILLA_VERSION_STR),
        QStringLiteral("LLVM ") + QStringLiteral(JITSCOPE_LLVM_VERSION),
        QStringLiteral("Python ") + QStringLiteral(JITSCOPE_PYTHON_VERSION),
        QSysInfo::prettyProductName() + QStringLiteral(", ") + QSysInfo::currentCpuArchitecture(),
    };
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void showAbout(MainWindow &window) {
    QDialog dialog(&window);
    dialog.setObjectName(QStringLiteral("about"));
    dialog.setWindowTitle(Dialogs::tr("About JitScope"));
    auto *logo = new QLabel(&dialog);
    logo->setPixmap(window.windowIcon().pixmap(logoSize));
    auto *sentence =
        new QLabel(Dialogs::tr("A visual graph debugger for eager and compiled tensor programs."), &dialog);
    sentence->setProperty("role", "title");
    auto *text = new QLabel(versions(), &dialog);
    text->setFont(codeFont());
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *licence = new QLabel(Dialogs::tr("The window is free software under GPL-3.0-or-later, the engine and the "
                                           "plugins under Apache-2.0."),
                               &dialog);
    licence->setProperty("role", "hint");
    licence->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QPushButton *copy = buttons->addButton(Dialogs::tr("Copy"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    QObject::connect(copy, &QPushButton::clicked, &dialog, [] { QApplication::clipboard()->setText(versions()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *column = new QVBoxLayout(&dialog);
    column->setContentsMargins(20, 18, 20, 14);
    column->setSpacing(12);
    column->setSizeConstraint(QLayout::SetFixedSize);
    for (QWidget *each : QList<QWidget *>{logo, sentence, text, licence, buttons})
        column->addWidget(each);
    dialog.exec();
}

} // namespace shell
} // namespace jitscope
