#include "views/tree/row_names.h"

#include "items/jobs/item_roles.h"
#include "items/tree/ordered_tree_model.h"
#include "saving/recipe/renamed_part.h"
#include "views/kit/elided_path.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace loupe {

namespace {

/// The minimum width in pixels of a useful shortened name.
constexpr int leastFormerRoom = 64;

/// "…attention.query.weight": the rest of a full name that has moved out of its group.
QString withoutGroupsAbove(const QModelIndex& index, const QString& name)
{
    if (name != index.data(WholeTextRole).toString())
        return name;
    const QString above = index.parent().data(FullNameRole).toString();
    qsizetype shared = 0;
    for (qsizetype i = 0; i < std::min(name.size(), above.size()) && name[i] == above[i]; ++i)
        if (name[i] == u'.' || name[i] == u'/')
            shared = i + 1;
    return shared > 0 ? u'…' + name.mid(shared) : name;
}

} // namespace

void RowNames::setFont(const QFont& font)
{
    if (font == m_font)
        return;
    m_font = font;
    m_metrics = QFontMetrics(font);
    m_shown.clear();
}

void RowNames::clear()
{
    m_shown.clear();
    m_list.reset();
}

QString RowNames::shown(const QModelIndex& index, int width)
{
    const QString name = index.data().toString();
    if (m_metrics.horizontalAdvance(name) <= width)
        return name;
    const auto* const model = qobject_cast<const OrderedTreeModel*>(index.model());
    return shortened(name, model ? model->listedName(index) : ListedName(), width);
}

RowNames::Renamed RowNames::renamed(const QModelIndex& index, const QString& former, int width, int gap)
{
    const auto widthOf = [&](const QString& text) { return m_metrics.horizontalAdvance(text); };
    const QString whole = index.data().toString();
    if (widthOf(whole) + gap + widthOf(former) <= width)
        return {whole, former};
    const QString now = withoutGroupsAbove(index, whole);
    if (widthOf(now) > width)
        return {shown(index, width), {}};
    const int left = width - widthOf(now) - gap;
    if (left >= std::min(widthOf(former), leastFormerRoom))
        return {now, widthOf(former) <= left ? former : shortened(former, {}, left)};
    return {widthOf(whole) <= width ? whole : now, {}};
}

QString RowNames::newName(const QString& name, const QString& former, int width)
{
    if (m_metrics.horizontalAdvance(name) <= width)
        return name;
    const std::string before = former.toStdString();
    const std::string after = name.toStdString();
    const std::string_view part = renamedPart(before, after).after;
    if (width < std::min(leastFormerRoom, m_metrics.horizontalAdvance(QString::fromUtf8(part))))
        return {};
    if (part.empty()) // segments are only removed
        return shortened(name, {}, width);
    const QString ellipsis(u'…');
    const QString head = part.data() == after.data() ? QString() : ellipsis;
    const QString tail = part.data() + part.size() == after.data() + after.size() ? QString() : ellipsis;
    const int room = width - m_metrics.horizontalAdvance(head + tail);
    QString shown = head + shortened(QString::fromUtf8(part), {}, room) + tail;
    shown.replace(ellipsis + ellipsis, ellipsis);
    return shown;
}

QString RowNames::shortened(const QString& name, const ListedName& listed, int width)
{
    constexpr qsizetype mostRemembered = 4096;
    if (listed.list && listed.list != m_list) {
        m_shown.clear();
        m_list = listed.list;
    }
    const bool isListed = listed.list != nullptr;
    const Key key{name, QByteArray(listed.before.data(), qsizetype(listed.before.size())), width, isListed};
    if (const auto known = m_shown.constFind(key); known != m_shown.constEnd())
        return *known;
    if (m_shown.size() >= mostRemembered)
        m_shown.clear();
    return *m_shown.insert(key, elidedPath(name, m_metrics, width, listed));
}

} // namespace loupe
