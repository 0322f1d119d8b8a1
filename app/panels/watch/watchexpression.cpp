// SPDX-License-Identifier: GPL-3.0-or-later
// The list of forms, and how one is told from a tuple.
#include "app/panels/watch/watchexpression.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace watchpanel {

const std::vector<WatchForm> &watchForms() {
    static const std::vector<WatchForm> forms = {
        {"x", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "a whole number in hexadecimal"), "hex(int(%1))",
         true},
        {"b", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "a whole number in binary"), "bin(int(%1))", true},
        {"f", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "a number with six decimals"),
         "format(float(%1), 'f')", true},
        {"e", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "a number with an exponent"),
         "format(float(%1), 'e')", true},
        {"shape", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "the shape of a tensor"), "(%1).shape"},
        {"dtype", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "the element type of a tensor"), "(%1).dtype"},
        {"len", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "how many items it has"), "len(%1)"},
        {"range", QT_TRANSLATE_NOOP("jitscope::watchpanel::WatchPanel", "the smallest and the largest element"),
         "(lambda v: (float(v.min()), float(v.max())))((%1).asnumpy())"},
    };
    return forms;
}

WatchExpression WatchExpression::parse(const QString &text) {
    const QString whole = text.trimmed();
    const qsizetype comma = whole.lastIndexOf(QLatin1Char(','));
    if (comma > 0)
        for (const WatchForm &form : watchForms())
            if (whole.mid(comma + 1) == QLatin1String(form.suffix)) return {whole.left(comma).trimmed(), &form};
    return {whole, nullptr};
}

QString WatchExpression::python() const {
    return form ? QString::fromLatin1(form->python).replace(QStringLiteral("%1"), source) : source;
}

} // namespace watchpanel
} // namespace jitscope
