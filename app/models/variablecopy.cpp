// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor becomes Tensor([...], mindspore.float32); everything else has its repr already.
#include "app/models/variablecopy.h"

#include "app/models/tensortext.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/session/session.h"

#include <QApplication>
#include <QClipboard>

namespace jitscope {
inline namespace models {

namespace {

void copyRepr(const VariableRow &row, const PanelContext &context) {
    if (row.value.endsWith(QStringLiteral("…")) || row.value.endsWith(QStringLiteral("..."))) {
        context.notify(
            VariableModel::tr("The value of %1 is too long: only its beginning is known here").arg(row.name));
        return;
    }
    QApplication::clipboard()->setText(row.value);
}

} // namespace

void copyAsPython(const VariableRow &row, const PanelContext &context, QObject *receiver) {
    if (row.isGroup || !row.error.isEmpty() || !row.hint.isEmpty()) return;
    const auto tensor = context.document.session().tensor(row.tensor);
    if (!tensor) {
        copyRepr(row, context);
        return;
    }
    context.jobs.run(
        QStringLiteral("copy as Python"), VariableModel::tr("Reading %1").arg(row.name), receiver,
        [value = tensor->value](const CancelFlag &) -> Result<QString> {
            const Result<Tensor> loaded = value.load();
            if (!loaded) return loaded.error();
            return tensorAsPython(*loaded);
        },
        [notify = context.notify](const Result<QString> &text) {
            if (text)
                QApplication::clipboard()->setText(*text);
            else
                notify(QString::fromStdString(text.error().message));
        });
}

} // namespace models
} // namespace jitscope
