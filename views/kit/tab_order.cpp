#include "views/kit/tab_order.h"

#include <QWidget>

namespace loupe {

void tabInOrder(const std::vector<QWidget*>& controls)
{
    for (std::size_t i = 1; i < controls.size(); ++i)
        QWidget::setTabOrder(controls[i - 1], controls[i]);
}

} // namespace loupe
