#include "views/overview/architecture_drawing.h"

#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "views/colors/theme.h"
#include "views/kit/plain_text.h"
#include "views/overview/architecture_glyphs.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace loupe {

namespace {

using Figure = ArchitectureFigure;

constexpr int arrowRoom = 16; ///< between parts
constexpr int boxPadding = 6;
constexpr int framePadding = 8;
constexpr int glyphGap = 4;
constexpr int sheetStep = 3; ///< blocks are drawn as stacked sheets
constexpr int sheets = 2;
constexpr int tieRoom = 12; ///< room below for the line from a tied head to the embedding
constexpr int widestOuter = 132; ///< part outside of the blocks
constexpr int narrowest = 340;
constexpr int leastForRow = 460; ///< minimum width for the parts of a block to be side by side
constexpr double cornerRadius = 4;

} // namespace

ArchitectureDrawing::ArchitectureDrawing(const OverviewFacts& facts, QWidget* parent)
    : QWidget(parent)
    , m_model(facts.model)
{
    addParts(facts.architecture);
    QStringList sentences;
    for (const Part& part : m_parts)
        sentences << part.sentence;
    setAccessibleName(tr("Architecture"));
    setAccessibleDescription(sentences.join(QStringLiteral("; ")));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

bool ArchitectureDrawing::isFor(const OverviewFacts& facts)
{
    const ModelReport& model = *facts.model;
    return !model.places.blocks.empty() && model.places.embedding && model.architecture.find(Figure::Layers)
        && (model.places.mixer || model.places.feedForward);
}

void ArchitectureDrawing::add(Part part)
{
    if (part.sentence.isEmpty())
        part.sentence = part.detail.isEmpty()
            ? part.title
            : tr("%1: %2", "part of a model, what it has").arg(part.title, part.detail);
    m_parts.push_back(std::move(part));
}

void ArchitectureDrawing::addParts(const OverviewFacts::ArchitectureGroups& groups)
{
    const Architecture& model = m_model->architecture;
    const auto hidden = model.findInTensors(Figure::HiddenSize);
    const auto vocabulary = model.findInTensors(Figure::Vocabulary);
    const QString words = vocabulary ? groupedCount(*vocabulary) : QString();
    const QString table =
        vocabulary && hidden ? QStringLiteral("%1 × %2").arg(words, groupedCount(*hidden)) : QString();
    Part embedding{.kind = Kind::Embedding, .title = tr("Embedding"), .detail = table, .shortDetail = words};
    if (vocabulary && hidden)
        embedding.sentence = tr("Embedding: %1 tokens, %2 numbers each").arg(words, groupedCount(*hidden));
    embedding.group = groups.embedding;
    add(std::move(embedding));

    const std::uint64_t layers = model.findInTensors(Figure::Layers).value_or(0);
    const std::uint64_t dense = std::min(model.denseLayers, layers);
    Part blocks{.kind = Kind::Blocks,
        .title = tr("%1 ×", "how often a block repeats").arg(groupedCount(layers)),
        .sentence = tr("%1 block(s), one after the other", nullptr, pluralOf(layers)).arg(groupedCount(layers)),
        .group = groups.blocks};
    if (dense > 0) {
        const QString withExperts = groupedCount(layers - dense);
        blocks.title =
            tr("%1 × dense, then %2 × with experts", "kinds of blocks").arg(groupedCount(dense), withExperts);
        blocks.shortDetail =
            tr("%1 + %2 ×", "how often two kinds of blocks repeat").arg(groupedCount(dense), withExperts);
        blocks.sentence = tr("%1 block(s), one after the other: the first %2 without experts, then %3 with experts",
            nullptr, pluralOf(layers))
                              .arg(groupedCount(layers), groupedCount(dense), withExperts);
    }
    add(std::move(blocks));
    if (m_model->places.mixer)
        addMixer(groups.mixer);
    if (m_model->places.feedForward)
        addFeedForward(groups.feedForward);
    if (m_model->places.norm)
        add({.kind = Kind::Norm, .title = tr("Norm"), .group = groups.norm});
    if (model.hasTiedHead.value_or(false))
        add({.kind = Kind::Head,
            .title = tr("Head"),
            .detail = tr("tied"),
            .sentence = tr("Head: shares the weights of the embedding"),
            .group = groups.embedding});
    else if (m_model->places.head)
        add({.kind = Kind::Head,
            .title = tr("Head"),
            .detail = table,
            .shortDetail = words,
            .sentence = model.hasTiedHead ? tr("Head: not tied to the embedding") : tr("Head"),
            .group = groups.head});
}

void ArchitectureDrawing::addMixer(std::optional<NameTree::NodeId> group)
{
    const bool isAttention = m_model->model.family->kind != ModelKind::StateSpace;
    Part part{.kind = Kind::Mixer, .title = isAttention ? tr("Attention") : tr("State space"), .group = group};
    if (const auto heads = m_model->architecture.find(Figure::Heads)) {
        const auto keys = m_model->architecture.find(Figure::KeyValueHeads);
        const auto latent = m_model->architecture.find(Figure::LatentSize);
        part.shortDetail = tr("%1 head(s)", nullptr, pluralOf(*heads)).arg(groupedCount(*heads));
        if (latent)
            part.detail = tr("%1 head(s), KV compressed to %2", nullptr, pluralOf(*heads))
                              .arg(groupedCount(*heads), groupedCount(*latent));
        else if (keys && *keys != *heads)
            part.detail =
                tr("%1 head(s) (%2 KV)", nullptr, pluralOf(*heads)).arg(groupedCount(*heads), groupedCount(*keys));
        else
            part.detail = part.shortDetail;
    } else if (isAttention) {
        part.detail = tr("heads unknown");
        part.shortDetail = tr("%1 head(s)", nullptr, 2).arg(QStringLiteral("?"));
    }
    add(std::move(part));
}

void ArchitectureDrawing::addFeedForward(std::optional<NameTree::NodeId> group)
{
    const auto experts = m_model->architecture.find(Figure::Experts);
    const auto chosen = m_model->architecture.find(Figure::ExpertsPerToken);
    const auto hidden = m_model->architecture.findInTensors(Figure::HiddenSize);
    const auto inner = m_model->architecture.findInTensors(Figure::FeedForwardSize);
    Part part{.kind = Kind::FeedForward, .title = experts ? tr("Experts") : tr("Feed-forward"), .group = group};
    if (experts && chosen) {
        part.detail = tr("%1, %2 per token", "experts").arg(groupedCount(*experts), groupedCount(*chosen));
        part.shortDetail = tr("%1 of %2", "experts").arg(groupedCount(*chosen), groupedCount(*experts));
    } else if (experts) {
        part.detail = groupedCount(*experts);
    } else if (inner && hidden) {
        part.detail = QStringLiteral("%1 → %2").arg(groupedCount(*hidden), groupedCount(*inner));
    }
    add(std::move(part));
}

bool ArchitectureDrawing::isStacked(int width) const
{
    return width < leastForRow && m_model->places.mixer && m_model->places.feedForward;
}

int ArchitectureDrawing::boxHeight() const
{
    return 2 * boxPadding + 2 * fontMetrics().height() + 2 * glyphGap + architectureGlyphHeight;
}

int ArchitectureDrawing::heightForWidth(int width) const
{
    const int boxes = isStacked(width) ? 2 * boxHeight() + arrowRoom : boxHeight();
    const bool isTied = m_model->architecture.hasTiedHead.value_or(false);
    return sheets * sheetStep + fontMetrics().height() + framePadding + boxes + framePadding + (isTied ? tieRoom : 2);
}

QSize ArchitectureDrawing::sizeHint() const
{
    return {leastForRow, heightForWidth(leastForRow)};
}

QSize ArchitectureDrawing::minimumSizeHint() const
{
    return {narrowest, boxHeight()};
}

ArchitectureDrawing::Part* ArchitectureDrawing::find(Kind kind)
{
    const auto found = std::ranges::find(m_parts, kind, &Part::kind);
    return found == m_parts.end() ? nullptr : &*found;
}

void ArchitectureDrawing::layOut()
{
    const int least = fontMetrics().horizontalAdvance(m_parts.front().title) + 2 * boxPadding + 2;
    const int outer = std::clamp(width() / 7, least, std::max(least, widestOuter));
    const int top = sheets * sheetStep + fontMetrics().height() + framePadding;
    const int height = boxHeight();
    const bool stacked = isStacked(width());
    const int inner = stacked ? 2 * height + arrowRoom : height;
    const int middle = top + (inner - height) / 2; // top of parts outside of the block
    Part* const norm = find(Kind::Norm);
    Part* const head = find(Kind::Head);
    const int normWidth = norm ? fontMetrics().horizontalAdvance(norm->title) + 2 * boxPadding + 2 : 0;
    int right = width() - 1;
    if (head) {
        head->place = QRect(right - outer, middle, outer, height);
        right -= outer + arrowRoom;
    }
    if (norm) {
        norm->place = QRect(right - normWidth, middle, normWidth, height);
        right -= normWidth + arrowRoom;
    }
    find(Kind::Embedding)->place = QRect(1, middle, outer, height);
    const int left = 1 + outer + arrowRoom;
    right -= sheets * sheetStep;
    const QRect frame(left, sheets * sheetStep, right - left, top - sheets * sheetStep + inner + framePadding);
    find(Kind::Blocks)->place = frame;
    Part* const mixer = find(Kind::Mixer);
    Part* const feedForward = find(Kind::FeedForward);
    const QRect content(frame.left() + framePadding, top, frame.width() - 2 * framePadding, inner);
    if (!mixer || !feedForward) {
        (mixer ? mixer : feedForward)->place = QRect(content.left(), middle, content.width(), height);
    } else if (stacked) {
        mixer->place = QRect(content.left(), top, content.width(), height);
        feedForward->place = QRect(content.left(), top + height + arrowRoom, content.width(), height);
    } else {
        const int half = (content.width() - arrowRoom) / 2;
        mixer->place = QRect(content.left(), top, half, height);
        feedForward->place = QRect(content.right() + 1 - half, top, half, height);
    }
}

void ArchitectureDrawing::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ArchitectureDrawing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool showsCurrent = m_current && (hasFocus() || underMouse());
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        paintPart(painter, m_parts[i], showsCurrent && m_current == i);
    paintArrows(painter);
}

void ArchitectureDrawing::paintPart(QPainter& painter, const Part& part, bool isCurrent) const
{
    const Theme& theme = Theme::of(palette());
    const QPen border(isCurrent ? theme.accent : theme.border, isCurrent ? 2 : 1);
    const QRectF box = QRectF(part.place).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(border);
    if (part.kind == Kind::Blocks) {
        painter.setBrush(theme.surface);
        for (int sheet = sheets; sheet >= 0; --sheet)
            painter.drawRoundedRect(box.translated(sheet * sheetStep, -sheet * sheetStep), cornerRadius, cornerRadius);
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(theme.text);
        const QRect place = part.place.adjusted(framePadding, glyphGap, -framePadding, 0);
        const bool fits =
            part.shortDetail.isEmpty() || painter.fontMetrics().horizontalAdvance(part.title) <= place.width();
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, fits ? part.title : part.shortDetail);
        painter.setFont(font());
        return;
    }
    painter.setBrush(theme.background);
    painter.drawRoundedRect(box, cornerRadius, cornerRadius);
    const QRect content = part.place.adjusted(boxPadding, boxPadding, -boxPadding, -boxPadding);
    const int line = fontMetrics().height();
    const auto drawLine = [&](int top, const QString& text, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRect(content.left(), top, content.width(), line), Qt::AlignHCenter | Qt::AlignVCenter,
            fontMetrics().elidedText(text, Qt::ElideRight, content.width()));
    };
    if (part.kind == Kind::Norm) {
        drawLine(content.center().y() - line / 2, part.title, theme.text);
        return;
    }
    drawLine(content.top(), part.title, theme.text);
    const bool fits = part.shortDetail.isEmpty() || fontMetrics().horizontalAdvance(part.detail) <= content.width();
    drawLine(content.bottom() + 1 - line, fits ? part.detail : part.shortDetail, theme.mutedText);
    const QRect glyph(content.left(), content.top() + line + glyphGap, content.width(), architectureGlyphHeight);
    switch (part.kind) {
    case Kind::Mixer:
        paintHeads(painter, glyph, theme, m_model->architecture);
        break;
    case Kind::FeedForward:
        if (m_model->architecture.find(Figure::Experts))
            paintExperts(painter, glyph, theme, m_model->architecture);
        else
            paintFeedForward(painter, glyph, theme, m_model->architecture);
        break;
    default:
        paintRows(painter, glyph, theme);
        break;
    }
}

/// Draws the data flow, and the line from a tied head back to the embedding.
void ArchitectureDrawing::paintArrows(QPainter& painter) const
{
    const Theme& theme = Theme::of(palette());
    painter.setPen(QPen(theme.mutedText, 1));
    painter.setBrush(theme.mutedText);
    constexpr double tip = 4;
    const auto arrow = [&](QPointF from, QPointF to) {
        painter.drawLine(from, to);
        const QPointF along = to.x() > from.x() ? QPointF(tip, 0) : QPointF(0, tip);
        const QPointF across(along.y() / 1.5, along.x() / 1.5);
        painter.drawPolygon(QPolygonF({to, to - along + across, to - along - across}));
    };
    const Part* before = nullptr;
    const Part* inBlock = nullptr;
    for (const Part& part : m_parts) {
        const bool isInBlock = part.kind == Kind::Mixer || part.kind == Kind::FeedForward;
        const Part* const from = isInBlock ? inBlock : before;
        const QRect& place = part.place;
        const double height = part.kind == Kind::Blocks ? before->place.center().y() : place.center().y();
        if (from && isInBlock && isStacked(width()))
            arrow(
                {place.center().x() + 0.5, from->place.bottom() + 3.5}, {place.center().x() + 0.5, place.top() - 2.5});
        else if (from)
            arrow({from->place.right() + (from->kind == Kind::Blocks ? sheets * sheetStep : 0) + 3.5, height + 0.5},
                {place.left() - 2.5, height + 0.5});
        (isInBlock ? inBlock : before) = &part;
    }
    const Part& embedding = m_parts.front();
    const Part& head = m_parts.back();
    if (head.kind != Kind::Head || !m_model->architecture.hasTiedHead.value_or(false))
        return;
    const double low = height() - 2.5;
    QPainterPath path(QPointF(head.place.center().x() + 0.5, head.place.bottom() + 2));
    path.lineTo(head.place.center().x() + 0.5, low);
    path.lineTo(embedding.place.center().x() + 0.5, low);
    path.lineTo(embedding.place.center().x() + 0.5, embedding.place.bottom() + 2);
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

/// Returns the innermost part at a point.
std::optional<std::size_t> ArchitectureDrawing::partAt(QPoint point) const
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i].place.contains(point))
            found = i; // a block precedes its parts
    }
    return found;
}

void ArchitectureDrawing::setCurrent(std::optional<std::size_t> part)
{
    if (m_current == part)
        return;
    m_current = part;
    const bool leads = part && m_parts[*part].group;
    if (leads)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    update();
}

void ArchitectureDrawing::choose(std::size_t part)
{
    if (m_parts[part].group)
        emit groupChosen(*m_parts[part].group);
}

void ArchitectureDrawing::mouseMoveEvent(QMouseEvent* event)
{
    setCurrent(partAt(event->position().toPoint()));
}

void ArchitectureDrawing::mouseReleaseEvent(QMouseEvent* event)
{
    const auto part = partAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && part)
        choose(*part);
}

void ArchitectureDrawing::leaveEvent(QEvent*)
{
    if (!hasFocus())
        setCurrent({});
    update();
}

void ArchitectureDrawing::keyPressEvent(QKeyEvent* event)
{
    const std::size_t current = m_current.value_or(0);
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        setCurrent(std::min(current + 1, m_parts.size() - 1));
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        setCurrent(current > 0 ? current - 1 : 0);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        choose(current);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    setAccessibleDescription(m_parts[*m_current].sentence);
}

void ArchitectureDrawing::focusInEvent(QFocusEvent* event)
{
    if (!m_current && event->reason() != Qt::MouseFocusReason)
        setCurrent(0);
    QWidget::focusInEvent(event);
    update();
}

void ArchitectureDrawing::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (!underMouse())
        setCurrent({});
    update();
}

bool ArchitectureDrawing::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const auto part = partAt(help->pos());
        if (part)
            QToolTip::showText(help->globalPos(), plainToolTip(m_parts[*part].sentence), this, m_parts[*part].place);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace loupe
