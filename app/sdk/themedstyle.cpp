// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/themedstyle.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QHash>
#include <QPainter>
#include <QStyleOption>

namespace jitscope {
inline namespace sdk {

namespace {

struct Drawn {
    const char *icon;
    IconRole role;
};

const QHash<int, Drawn> &drawnIcons() {
    using enum QStyle::StandardPixmap;
    static const QHash<int, Drawn> icons = {
        {SP_MessageBoxInformation, {"info", IconRole::Accent}},
        {SP_MessageBoxQuestion, {"info", IconRole::Accent}},
        {SP_MessageBoxWarning, {"warning", IconRole::Text}},
        {SP_MessageBoxCritical, {"warning", IconRole::Text}},
        {SP_DirIcon, {"open", IconRole::Secondary}},
        {SP_DirOpenIcon, {"open", IconRole::Secondary}},
        {SP_DirClosedIcon, {"open", IconRole::Secondary}},
        {SP_DirHomeIcon, {"open", IconRole::Accent}},
        {SP_DirLinkIcon, {"open", IconRole::Secondary}},
        {SP_FileIcon, {"note", IconRole::Secondary}},
        {SP_FileLinkIcon, {"note", IconRole::Secondary}},
        {SP_FileDialogBack, {"back", IconRole::Text}},
        {SP_ArrowBack, {"back", IconRole::Text}},
        {SP_ArrowForward, {"forward", IconRole::Text}},
        {SP_FileDialogToParent, {"up", IconRole::Text}},
        {SP_FileDialogNewFolder, {"new", IconRole::Text}},
        {SP_FileDialogListView, {"menu", IconRole::Text}},
        {SP_FileDialogDetailedView, {"timings", IconRole::Text}},
        {SP_ComputerIcon, {"layout", IconRole::Secondary}},
        {SP_DriveHDIcon, {"layout", IconRole::Secondary}},
    };
    return icons;
}

} // namespace

ThemedStyle::ThemedStyle()
    : QProxyStyle(QStringLiteral("Fusion")) {}

/** The ground of a selected row goes on beside its name; a rule of the style sheet for it would take the arrow away. */
void ThemedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                const QWidget *widget) const {
    if (element == PE_IndicatorBranch && option->state & State_Selected)
        painter->fillRect(option->rect, currentTheme().selection);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

QIcon ThemedStyle::standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const {
    const auto drawn = drawnIcons().constFind(int(icon));
    if (drawn != drawnIcons().constEnd()) return themedIcon(QLatin1String(drawn->icon), drawn->role);
    return QProxyStyle::standardIcon(icon, option, widget);
}

int ThemedStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                           QStyleHintReturn *result) const {
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, result);
}

} // namespace sdk
} // namespace jitscope

#include "moc_themedstyle.cpp"
