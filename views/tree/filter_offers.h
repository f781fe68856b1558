#pragma once

#include <QWidget>

namespace loupe {

class LinkButton;

/// What one click does where a filter matches nothing: use another one, or none.
class FilterOffers : public QWidget {
    Q_OBJECT

public:
    explicit FilterOffers(QWidget* parent);

    /// The filter to use in its place; empty: none is offered.
    void setInstead(const QString& filter);
    /// Whether it may be seen at all.
    void setOffered(bool offered) { m_isOffered = offered; }
    bool isOffered() const { return m_isOffered; }

signals:
    /// Empty: no filter.
    void chosen(const QString& filter);

private:
    LinkButton* m_use;
    LinkButton* m_clear;
    QString m_instead;
    bool m_isOffered = false;
};

} // namespace loupe
