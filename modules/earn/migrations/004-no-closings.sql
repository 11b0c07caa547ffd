-- A product is open as long as the fund can set aside the interest of its least amount: that is computed, nobody closes it.
drop table earn_closings;
