// SPDX-License-Identifier: GPL-3.0-or-later
// A watch expression with the form that its value is wanted in: "loss", "flags,x", "weight,shape".
#pragma once

#include <QString>

#include <vector>

namespace jitscope {
inline namespace watchpanel {

/** A form that a value can be shown in, written behind the expression after a comma without a blank. */
struct WatchForm {
    const char *suffix;  ///< "x"
    const char *summary; ///< for the tool tip; translated in the context of WatchPanel
    const char *python;  ///< with %1 in the place of the expression
    bool isText = false; ///< the value is a text made for reading, so its quotes are left out
};

const std::vector<WatchForm> &watchForms();

struct WatchExpression {
    QString source;                  ///< without the suffix
    const WatchForm *form = nullptr; ///< null for the value as it is

    /** `a,x` has the form x; `a, x` with a blank is a tuple, as `a,name` is when no form has that name. */
    static WatchExpression parse(const QString &text);
    /** What Python is asked for. */
    QString python() const;
};

} // namespace watchpanel
} // namespace jitscope
