// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/stretchdialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include <cmath>

namespace jitscope {
inline namespace shell {

namespace {

constexpr double nsPerSecond = 1e9;
constexpr double mostSeconds = 1e6;
constexpr int decimals = 6;

QString text(const char *source) {
    return QCoreApplication::translate("StretchDialog", source);
}

QDoubleSpinBox *secondsBox(double value, const QString &name, QWidget *parent) {
    auto *box = new QDoubleSpinBox(parent);
    box->setRange(0, mostSeconds);
    box->setDecimals(decimals);
    box->setValue(value);
    box->setSuffix(QStringLiteral(" s"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

std::optional<TimeWindow> askStretch(const QString &path, QWidget *parent) {
    QDialog dialog(parent);
    dialog.setWindowTitle(text(QT_TRANSLATE_NOOP("StretchDialog", "Open a stretch of time")));
    auto *form = new QFormLayout(&dialog);
    auto *what = new QLabel(text(QT_TRANSLATE_NOOP("StretchDialog", "Of %1 only what lies in this stretch is read; "
                                                                    "times count from its first event."))
                                .arg(QFileInfo(path).fileName()));
    what->setWordWrap(true);
    form->addRow(what);
    const QString fromText = text(QT_TRANSLATE_NOOP("StretchDialog", "From"));
    const QString toText = text(QT_TRANSLATE_NOOP("StretchDialog", "To"));
    auto *from = secondsBox(0, fromText, &dialog);
    auto *to = secondsBox(1, toText, &dialog);
    form->addRow(fromText, from);
    form->addRow(toText, to);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, &dialog);
    form->addRow(buttons);
    const auto update = [=] { buttons->button(QDialogButtonBox::Open)->setEnabled(to->value() > from->value()); };
    QObject::connect(from, &QDoubleSpinBox::valueChanged, &dialog, update);
    QObject::connect(to, &QDoubleSpinBox::valueChanged, &dialog, update);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted) return std::nullopt;
    return TimeWindow{std::llround(from->value() * nsPerSecond), std::llround(to->value() * nsPerSecond)};
}

} // namespace shell
} // namespace jitscope
