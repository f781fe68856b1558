#include "support/laid_out.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QSizeGrip>
#include <QTableView>

namespace loupe::test {

namespace {

std::string nameOf(const QWidget& widget)
{
    std::string name = widget.metaObject()->className();
    QString text = widget.accessibleName();
    if (const auto* const label = qobject_cast<const QLabel*>(&widget); label && text.isEmpty())
        text = label->text();
    if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget); button && text.isEmpty())
        text = button->text();
    const QRect place = widget.geometry();
    name += " \"" + text.toStdString() + "\" at " + std::to_string(place.x()) + ',' + std::to_string(place.y()) + ' '
        + std::to_string(place.width()) + 'x' + std::to_string(place.height());
    return name;
}

QSize leastSize(const QWidget& widget)
{
    const bool isText = qobject_cast<const QAbstractButton*>(&widget)
        || (qobject_cast<const QLabel*>(&widget) && !widget.hasHeightForWidth());
    QSize least = isText ? widget.sizeHint() : widget.minimumSizeHint();
    if (widget.hasHeightForWidth())
        least.setHeight(widget.heightForWidth(widget.width()));
    return least.expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize());
}

void lookAtTitles(const QTableView& table, std::vector<std::string>& faults)
{
    const QHeaderView& header = *table.horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        if (!header.isSectionHidden(column) && header.sectionSize(column) < header.sectionSizeHint(column))
            faults.push_back("the title of column " + std::to_string(column) + " is cut off in " + nameOf(table));
    }
}

void look(const QWidget& parent, std::vector<std::string>& faults)
{
    std::vector<const QWidget*> parts;
    for (const QObject* const child : parent.children()) {
        const auto* const part = qobject_cast<const QWidget*>(child);
        if (part && !part->isWindow() && !part->isHidden() && !qobject_cast<const QSizeGrip*>(part))
            parts.push_back(part);
    }
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        const QSize least = leastSize(**part);
        if (!parent.rect().contains((*part)->geometry()))
            faults.push_back(nameOf(**part) + " leaves " + nameOf(parent));
        if ((*part)->width() < least.width() || (*part)->height() < least.height())
            faults.push_back(
                nameOf(**part) + " needs " + std::to_string(least.width()) + 'x' + std::to_string(least.height()));
        for (auto other = part + 1; other != parts.end(); ++other) {
            if ((*part)->geometry().intersects((*other)->geometry()))
                faults.push_back(nameOf(**part) + " lies over " + nameOf(**other));
        }
        if (const auto* const table = qobject_cast<const QTableView*>(*part))
            lookAtTitles(*table, faults);
        if (const auto* const area = qobject_cast<const QScrollArea*>(*part)) {
            if (area->widget()->width() > area->viewport()->width()
                || area->widget()->height() < area->widget()->minimumSizeHint().height())
                faults.push_back(nameOf(*area->widget()) + " does not fit " + nameOf(*area));
            look(*area->widget(), faults);
        } else if ((*part)->layout()) {
            look(**part, faults);
        }
    }
}

} // namespace

std::vector<std::string> layoutFaults(const QWidget& window)
{
    std::vector<std::string> faults;
    look(window, faults);
    return faults;
}

} // namespace loupe::test
