#include "views/spectrum/spectrum_figures.h"

#include "views/colors/theme.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"

#include <QHBoxLayout>

namespace loupe {

namespace {

constexpr QSize spacing(24, 4);

QWidget* makeFigure(const SpectrumFigure& figure)
{
    auto* const box = new QWidget;
    auto* const row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* const name = new QLabel(figure.name);
    name->setTextFormat(Qt::PlainText);
    name->setForegroundRole(QPalette::PlaceholderText);
    auto* const value = new SelectableLabel(figure.text);
    value->setAccessibleName(figure.name);
    value->setAccessibleDescription(figure.definition);
    for (QWidget* const part : {box, static_cast<QWidget*>(name), static_cast<QWidget*>(value)})
        part->setToolTip(plainToolTip(figure.definition));
    row->addWidget(name);
    row->addWidget(value);
    return box;
}

} // namespace

SpectrumFigures::SpectrumFigures(QWidget* parent)
    : QWidget(parent)
{
    auto* const flow = new FlowLayout(spacing, FlowLayout::Form::Columns);
    flow->setContentsMargins(8, 4, 8, 8);
    setLayout(flow);
}

void SpectrumFigures::setFigures(const std::vector<SpectrumFigure>& figures)
{
    while (QLayoutItem* const item = layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const SpectrumFigure& figure : figures)
        layout()->addWidget(makeFigure(figure));
    setVisible(!figures.empty());
}

} // namespace loupe
