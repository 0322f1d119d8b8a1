// SPDX-License-Identifier: GPL-3.0-or-later
// Which colour role a slice has: by the operator that it names, by what wrote it, else by its name, so that equal names
// have equal colours everywhere. The user can choose another for a name.
#pragma once

#include "app/sdk/theme.h"
#include "engine/profile/trace.h"

#include <QRgb>
#include <QString>
#include <vector>

namespace jitscope {
inline namespace timeline {

struct SliceRole {
    const char *id;   ///< as it is kept in the settings
    const char *name; ///< translated in the context "Timeline"
    QColor Theme::*colour;
};
const std::vector<SliceRole> &sliceRoles();

/** The role of each name (by TextId), from `first` on. */
std::vector<uint8_t> rolesOfNames(const Trace &trace, size_t first = 0);

class SliceColors {
public:
    void setTrace(const Trace *trace);
    void extend(); ///< names that are new
    void setRoles(std::vector<uint8_t> roles);
    void refresh(); ///< another theme, or another choice of the user
    /** Of a slice on a lane of that kind. */
    QRgb colour(TextId name, TextId category, LaneKind kind) const {
        const size_t at = size_t(name.value);
        if (kind == LaneKind::Communication || kind == LaneKind::Plane) {
            if (at >= m_isChosen.size() || !m_isChosen[at]) return m_communication;
        } else if (m_stage.valid() && category == m_stage && (at >= m_isChosen.size() || !m_isChosen[at])) {
            return m_colours[at < m_stages.size() ? m_stages[at] : m_stageOfKernels];
        } else if (size_t(category.value) < m_categories.size() && m_categories[size_t(category.value)] >= 0) {
            return m_colours[size_t(m_categories[size_t(category.value)])];
        }
        return m_colours[at < m_names.size() ? m_names[at] : at % m_colours.size()];
    }
    /** How slices of the overlap lanes look: by what they mean, with a pattern besides the colour. */
    struct Overlap {
        QRgb colour;
        int hatch; ///< distance of the lines of its pattern, 0 for none
    };
    Overlap overlap(TextId name) const;

private:
    void applyChosen();
    const Trace *m_trace = nullptr;
    std::vector<uint8_t> m_names;
    std::vector<bool> m_isChosen;
    std::vector<int8_t> m_categories;
    std::vector<uint8_t> m_stages; ///< the role of each name as a stage of a compile
    TextId m_stage;                ///< the category of such stages
    static const uint8_t m_stageOfKernels;
    std::vector<QRgb> m_colours;
    QRgb m_communication = 0;
};

/** Keeps the role that the user chose for a name in the settings; "" for none. */
void chooseRole(const QString &name, const QString &roleId);
QString chosenRole(const QString &name);

} // namespace timeline
} // namespace jitscope
