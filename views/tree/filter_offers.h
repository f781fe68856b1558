#pragma once

#include <QWidget>

namespace loupe {

class LinkButton;

/// Links shown when a filter matches nothing: use another filter, or none.
class FilterOffers : public QWidget {
    Q_OBJECT

public:
    explicit FilterOffers(QWidget* parent);

    /// The filter to offer instead; empty: none.
    void setInstead(const QString& filter);
    /// Says if the links may be shown.
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
